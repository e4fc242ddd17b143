/** How the provider begins the names of its things (docs.stripe.com/api); the sandbox names them so too. */
const PREFIXES = { payment: 'pi_', refund: 're_' } as const;

/** Whether a name can be one of the provider for such a thing: that of a charge, say, names no payment. */
export const isReferenceTo = (what: keyof typeof PREFIXES, reference: string): boolean =>
  reference.startsWith(PREFIXES[what]) && /^[A-Za-z0-9_]+$/.test(reference);
