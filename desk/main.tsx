import './styles/desk.css';
import { createRoot } from 'react-dom/client';
import { bearTranslation } from '#client/lib/translated.ts';
import { App } from './app/App.tsx';

bearTranslation();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
