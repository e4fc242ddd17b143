import { useEffect, useState } from 'preact/hooks';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Not secret, so it outlives the tab. */
const STORED = 'ichido.theme';

const stored = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? 'auto';

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(STORED, theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  return (
    <button type="button" class="quiet" onClick={() => setTheme(next)} title={`Switch to ${next}`}>
      <span class="unseen">Theme: </span>
      {theme}
    </button>
  );
}
