function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** How a peer is told what it works with. */
export const peerEnvironment = () => ({
  databaseUrl: variable('DATABASE_URL'),
  sandboxUrl: variable('SANDBOX_PSP_URL'),
  /** What follows `Bearer`. */
  secret: variable('CLIENT_SECRET'),
});
