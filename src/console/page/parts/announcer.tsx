import { useEffect, useState } from 'preact/hooks';

const SAID = 'ichido:said';

/** Says a change aloud to whoever listens to the page. */
export const announce = (text: string): void => void dispatchEvent(new CustomEvent(SAID, { detail: text }));

/** The one live region of the page. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    const hear = (event: Event): void => setText((event as CustomEvent<string>).detail);
    addEventListener(SAID, hear);
    return () => removeEventListener(SAID, hear);
  }, []);
  return (
    <div class="unseen" role="status" aria-live="polite">
      {text}
    </div>
  );
}
