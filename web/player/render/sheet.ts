const css = `
:host{all:initial!important;display:block!important;position:absolute!important;inset:0!important;overflow:hidden!important;pointer-events:none!important;contain:strict}
*{box-sizing:border-box;margin:0}
[hidden],.away{display:none!important}
.canvas{position:absolute;inset:50% auto auto 50%;width:360px;height:640px;margin:-320px 0 0 -180px;overflow:hidden;isolation:isolate;user-select:none;-webkit-user-select:none;-webkit-tap-highlight-color:transparent;text-size-adjust:none;-webkit-text-size-adjust:none;line-height:1.25}
.bottom,.parts{position:absolute;inset:0;isolation:isolate}
.bottom img,.bottom video{position:absolute;inset:0;width:100%;height:100%}
.blur{position:absolute;inset:-10%;width:120%;height:120%;filter:blur(24px)}
button,a{font:inherit;color:inherit;border:0;background:none;padding:0;text-decoration:none;cursor:pointer}
[aria-disabled=true],[aria-disabled=true] *{cursor:default}
:focus-visible{outline:3px solid #fff;outline-offset:1px;box-shadow:0 0 0 6px #17162b}
svg{width:1.3em;height:1.3em;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.part{position:absolute;inset:0 auto auto 0;color:var(--text);background-color:var(--ground);border-radius:var(--radius);font-size:var(--size);font-weight:var(--weight);text-align:var(--align)}
.part>*{position:absolute}
.reaction,.quiz,.poll,.rating,.countdown,.product_tag,.cta>*{pointer-events:auto;touch-action:none}
.reaction,.quiz,.poll,.rating,.countdown,.product_tag{box-shadow:0 4px 16px #0b0a122e}
.image img{inset:0;width:100%;height:100%;object-fit:cover}
.head,.foot,.words,.text{overflow:hidden;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:var(--lines)}
.head{font-weight:700}
.foot{font-size:.75em;text-align:center}
.words{white-space:pre-wrap;align-content:center}
.text .words{padding-inline:.25em}
.lead{inset:0;display:flex;align-items:center;justify-content:center;gap:.3em;overflow:hidden;border-radius:inherit;padding:0 .6em}
.lead span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0;max-width:100%}
.swipe{flex-direction:column;justify-content:flex-end;gap:0;padding:0}
.swipe svg{color:var(--icon);min-height:0;flex:0 1 auto}
.option{display:flex;align-items:center;gap:.5em;padding:0 .6em;font-size:var(--size);line-height:1.2;text-align:start;border-radius:8px;background-color:var(--option);overflow:hidden;isolation:isolate}
.option .text{flex:1;min-width:0}
.bar{position:absolute;inset:0;z-index:-1;background-color:var(--own);opacity:.26;transform-origin:left}
[dir=rtl] .bar{transform-origin:right}
.quiz .bar{display:none}
.badge{flex:none;display:grid;place-items:center;width:1.5em;height:1.5em;font-size:.8em;border-radius:50%;background:#fff;color:#17162b}
.badge svg{stroke-width:3;width:1em;height:1em}
.told{flex:none;font-weight:700;font-size:.85em;max-width:50%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.option[aria-pressed=true]{box-shadow:inset 0 0 0 2px var(--accent)}
.option[aria-pressed=true]:focus-visible{box-shadow:inset 0 0 0 2px var(--accent),0 0 0 6px #17162b}
.beside .option{flex-direction:column;justify-content:center;gap:0;text-align:center}
.beside .text{flex:0 1 auto;max-width:100%}
.right{background-color:color-mix(in srgb,var(--right) 16%,#fff);color:#17162b}
.wrong{background-color:color-mix(in srgb,var(--wrong) 14%,#fff);color:#17162b}
.quiz .right{box-shadow:inset 0 0 0 2px var(--right)}
.quiz .wrong{box-shadow:inset 0 0 0 2px var(--wrong)}
.right .badge{background-color:var(--right);color:#fff}
.wrong .badge{background-color:var(--wrong);color:#fff}
.react{display:grid;place-content:center;justify-items:center;font-size:var(--size);line-height:1.15;border-radius:99px}
.react[aria-pressed=true]{box-shadow:inset 0 0 0 2px var(--accent)}
.react .told{font-size:11px;max-width:100%}
.emoji,.fly{font-family:"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji",sans-serif}
.passed .emoji{opacity:.45}
.fly{position:absolute;inset:0;pointer-events:none;opacity:0}
.stars{inset:0}
.star{position:absolute;color:color-mix(in srgb,var(--text) 60%,var(--ground));border-radius:8px}
.star svg{width:100%;height:100%;stroke-width:1.5}
.star.full{color:var(--accent)}
.full svg{fill:currentColor}
.timer{inset:0}
.cell{position:absolute;display:grid;place-content:center;overflow:hidden;border-radius:8px;background-color:var(--accent);color:var(--on-accent);contain:strict;text-align:center;font-size:var(--size);line-height:1.1}
.cell b{font-variant-numeric:tabular-nums}
.cell span{font-size:.42em;overflow:hidden;text-overflow:ellipsis}
.over{font-weight:700}
.bell{display:flex;align-items:center;justify-content:center;gap:.4em;overflow:hidden;border-radius:8px;background-color:var(--option);font-size:.875em;font-weight:700}
.bell span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0}
.bell[aria-pressed=true]{box-shadow:inset 0 0 0 2px var(--accent)}
.bell[aria-pressed=true] svg{fill:currentColor}
.tag{inset:0;border-radius:inherit;text-align:start}
.shown{position:absolute;inset:0;display:flex;align-items:center;gap:.3em;padding:0 6px;overflow:hidden;border-radius:inherit}
.product{flex:1;min-width:0;height:100%;display:flex;align-items:center;gap:.5em;padding:6px 0}
.product img{height:100%;aspect-ratio:1;object-fit:cover;border-radius:6px;flex:none}
.about{min-width:0;display:grid}
.about>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
s{font-size:.85em}
[dir=rtl] .shown>svg{transform:scaleX(-1)}
.dot{position:absolute;inset:-14px auto auto -14px;width:28px;height:28px;border-radius:50%;background:radial-gradient(#fff 22%,#fff8 26%);box-shadow:0 1px 6px #0006}
.shade{position:absolute;inset:0;z-index:1000!important;pointer-events:auto;touch-action:none;background:#0b0a1266;font:16px system-ui,sans-serif}
.sheet{position:absolute;inset:auto 14px 14px;padding:12px;border-radius:16px;background:#fff;color:#17162b;display:grid;gap:12px}
.sheet .product{height:96px;padding:0 28px 0 0;gap:12px}
[dir=rtl] .sheet .product{padding:0 0 0 28px}
.sheet .about>*{white-space:normal}
.see{padding:12px;border-radius:99px;background:#17162b;color:#fff;text-align:center;font-weight:700}
.shut{position:absolute;inset-block-start:8px;inset-inline-end:8px;width:32px;height:32px;display:grid;place-items:center;border-radius:50%}
.quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (prefers-reduced-motion:no-preference){
.bar{transition:transform .4s ease-out}
.fly:not(:empty){animation:fly .9s ease-out}
.dot{animation:beat 2s ease-in-out infinite}
.shade:not([hidden]){animation:come .2s ease-out}
}
@keyframes fly{from{opacity:1}to{opacity:0;transform:translateY(-180px) scale(1.5)}}
@keyframes beat{50%{box-shadow:0 0 0 8px #fff4}}
@keyframes come{from{opacity:0}}
@media (forced-colors:active){
.part,.option,.cell,.bell,.sheet{border:1px solid}
.option[aria-pressed=true],.react[aria-pressed=true],.bell[aria-pressed=true]{outline:3px solid Highlight;outline-offset:-3px}
.bar{forced-color-adjust:none;background-color:Highlight}
.full{color:Highlight}
:focus-visible{outline:3px solid Highlight}
}
`;

let sheet: CSSStyleSheet | null = null;

/** The one sheet of all designs on a page; made in script, it needs no style-src. */
export function renderSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
