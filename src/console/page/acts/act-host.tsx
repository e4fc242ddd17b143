import { ActDialog } from './act-dialog.js';
import type { Act } from './act.js';
import { useEffect, useState } from 'preact/hooks';

/** An act that somebody wants to press, and who wants to know that it is done. */
interface Wanted {
  readonly act: Act;
  readonly onDone: () => void;
}

const WANTED = 'ichido:act';

/** Opens the dialog of an act; what was decided about stays in it, whatever moves behind it. */
export const openAct = (act: Act, onDone: () => void): void =>
  void dispatchEvent(new CustomEvent<Wanted>(WANTED, { detail: { act, onDone } }));

/** The one place of dialogs: a row whose act is done may leave its list, and its dialog stays. */
export function ActHost() {
  const [wanted, setWanted] = useState<Wanted>();
  useEffect(() => {
    const open = (event: Event): void => setWanted((event as CustomEvent<Wanted>).detail);
    addEventListener(WANTED, open);
    return () => removeEventListener(WANTED, open);
  }, []);
  return wanted ? <ActDialog act={wanted.act} onDone={wanted.onDone} onClose={() => setWanted(undefined)} /> : null;
}
