import '@fontsource-variable/inter/opsz.css';
import 'virtual:tokens.css';
import './theme/base.css';
import './theme/first-view.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { installTheme } from './theme/mode.ts';

installTheme();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
