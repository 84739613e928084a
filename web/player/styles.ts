const css = `
:host{display:block;--r:var(--story-rail-ring,linear-gradient(45deg,#ffb020,#f0447b 45%,#6a45ff));--o:var(--story-rail-seen,#a9a9bb);--s:var(--story-rail-size,64px);font-size:12px;line-height:16px;font-weight:500;-webkit-tap-highlight-color:transparent}
:host([hidden]){display:none}
*{box-sizing:border-box}
button,a{font:inherit;color:inherit;border:0;background:none;padding:0;cursor:pointer}
.bar ul{display:flex;gap:8px;list-style:none;margin:0;padding:8px 10px;overflow-x:auto;overscroll-behavior-x:contain;scrollbar-width:none}
.bar li{flex:none}
@media (hover:hover){.bar ul{scrollbar-width:thin;scrollbar-color:#0000 #0000}.bar ul:hover{scrollbar-color:#8c8ca3 #0000}}
.cover{display:block;width:calc(var(--s) + 14px);border-radius:12px;text-align:center}
.ring{position:relative;display:block;width:var(--s);height:var(--s);margin:0 auto 6px;border-radius:50%;padding:5px}
.ring::before{content:"";position:absolute;inset:0;border-radius:50%;background:var(--r);-webkit-mask:radial-gradient(closest-side,#0000 calc(100% - 3px),#000 calc(100% - 2.5px));mask:radial-gradient(closest-side,#0000 calc(100% - 3px),#000 calc(100% - 2.5px))}
.seen .ring::before{background:var(--o)}
.ring img,.ring b{display:grid;place-items:center;width:100%;height:100%;border-radius:50%;object-fit:cover;background:#8c8ca333;font-size:20px}
.cover .name{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
:focus-visible{outline:2px solid var(--story-rail-focus,#5b3df5);outline-offset:2px}
dialog{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;overflow:hidden;background:#0b0a12;color:#fff;container-type:size;user-select:none;-webkit-user-select:none;z-index:1;outline:0;display:grid;place-items:center}
dialog.contained{position:absolute}
dialog::backdrop{background:#0b0a12}
dialog :focus-visible{outline-color:#fff}
.stage{position:relative;width:100%;height:100%;overflow:hidden;background:#17162b;max-width:calc(100cqh*9/16)}
@container (min-width:480px){.stage{height:calc(100% - 32px);width:auto;max-width:100%;aspect-ratio:9/16;border-radius:16px}}
@container (max-width:479.9px){.stage{max-width:none}}
.media{position:absolute;inset:0;width:100%;height:100%;object-fit:contain}
.media.fill{object-fit:cover}
.under{position:absolute;inset:-10%;width:120%;height:120%;filter:blur(24px)}
.touch{position:absolute;inset:0;touch-action:none;background:linear-gradient(#05040c59,#05040c00 30%,#05040c00 78%,#05040c59)}
.board{position:absolute;inset:0;pointer-events:none}
.board:not(:empty){background:#0b0a12}
.board:not(:empty)~.bottom{z-index:1}
.wait,.top{z-index:1}
.stage:has(.design) .top{background:linear-gradient(#05040c73,#05040c00)}
.top{position:absolute;inset:0 0 auto;padding:calc(10px + var(--story-rail-inset-top,env(safe-area-inset-top,0px))) 12px 36px;pointer-events:none}
.top button{pointer-events:auto}
.segments{display:flex;gap:4px}
.segments span{flex:1;height:3px;border-radius:3px;background:#ffffff66;overflow:hidden}
.segments i{display:block;height:100%;background:#fff;transform:scaleX(0);transform-origin:left}
[dir=rtl] .segments i{transform-origin:right}
.head{display:flex;align-items:center;gap:4px;margin-top:8px}
.head .ring{--s:40px;width:40px;height:40px;margin:0;padding:4px;flex:none}
.head h2{flex:1;min-width:0;margin:0 6px;font-size:15px;line-height:20px;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-shadow:0 1px 4px #000a}
.head svg{filter:drop-shadow(0 1px 2px #0008)}
.head button{width:40px;height:40px;border-radius:50%;display:grid;place-items:center;flex:none}
svg{width:22px;height:22px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
[dir=rtl] .turn svg{transform:scaleX(-1)}
[hidden]{display:none!important}
.bottom{position:absolute;inset:auto 0 0;padding:64px 16px calc(24px + var(--story-rail-inset-bottom,env(safe-area-inset-bottom,0px)));display:grid;justify-items:center;pointer-events:none}
.link{pointer-events:auto;display:grid;justify-items:center;text-decoration:none;max-width:100%;border-radius:20px}
.link span{background:#fff;color:#17162b;font-size:14px;line-height:20px;font-weight:600;padding:10px 20px;border-radius:99px;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.note{position:absolute;inset:0;display:grid;align-content:center;justify-items:center;gap:16px;padding:24px;text-align:center;font-size:15px;line-height:22px;pointer-events:none}
.note button{pointer-events:auto;background:#fff;color:#17162b;font-weight:600;padding:9px 18px;border-radius:8px}
.wait{position:absolute;inset:0;margin:auto;width:36px;height:36px;border-radius:50%;border:3px solid #ffffff4d;border-top-color:#fff;opacity:0;pointer-events:none}
.waiting .wait{opacity:1;transition:opacity .2s .3s;animation:spin 1s linear infinite}
.turn{position:absolute;top:calc(50% - 22px);width:44px;height:44px;border-radius:50%;display:grid;place-items:center;background:#ffffff29;opacity:0;pointer-events:none}
.turn:focus-visible{opacity:1}
.turn.back{inset-inline-start:12px}
.turn.on{inset-inline-end:12px}
@container (min-width:720px){.turn{opacity:1;pointer-events:auto}.turn.back{inset-inline-start:calc(50% - 50cqh*9/16 - 64px)}.turn.on{inset-inline-end:calc(50% - 50cqh*9/16 - 64px)}}
.quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@keyframes spin{to{transform:rotate(1turn)}}
@keyframes rise{from{opacity:0;transform:scale(.96)}}
@keyframes slide{from{transform:translateX(var(--from));opacity:.4}}
dialog[open]{animation:rise .18s ease-out}
.moved .media,.moved .design{animation:slide .2s ease-out}
@media (prefers-reduced-motion:reduce){*,dialog[open],.moved .media,.moved .design{animation:none!important;transition:none!important}}
@media (forced-colors:active){.segments i{background:CanvasText}.ring{border:2px solid}}
`;

let sheet: CSSStyleSheet | null = null;

/** The one style sheet of all players on a page; made in script, it needs no style-src. */
export function styles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
