import './styles/desk.css';
import { createRoot } from 'react-dom/client';
import { takeDoublePressesAsOne } from '#client/lib/double-press.ts';
import { keepWorkingTranslated } from '#client/lib/translated.ts';
import { App } from './app/App.tsx';
import { tellWhatIsCutOff } from './ui/cut-off.ts';

keepWorkingTranslated();
takeDoublePressesAsOne();
tellWhatIsCutOff();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
