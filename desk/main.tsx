import './styles/desk.css';
import { createRoot } from 'react-dom/client';
import { takeDoublePressesAsOne } from '#client/lib/double-press.ts';
import { bearTranslation } from '#client/lib/translated.ts';
import { App } from './app/App.tsx';
import { tellWhatIsCutOff } from './ui/cut-off.ts';

bearTranslation();
takeDoublePressesAsOne();
tellWhatIsCutOff();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
