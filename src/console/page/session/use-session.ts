import { onKeyChange, operatorKey } from './session.js';
import { useEffect, useState } from 'preact/hooks';

/** The key of whoever sits before the page; undefined before the sign-in. */
export function useSession(): string | undefined {
  const [key, setKey] = useState(operatorKey());
  useEffect(() => onKeyChange(() => setKey(operatorKey())), []);
  return key;
}
