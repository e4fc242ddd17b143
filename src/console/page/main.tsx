import { App } from './app.js';
import { render } from 'preact';

render(<App />, document.getElementById('page')!);
