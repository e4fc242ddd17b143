/** Whether a request carries some secret key, as Bearer token or as the user name of Basic auth; any one will do. */
export function hasApiKey(authorization: string | undefined): boolean {
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S+)\s*$/.exec(authorization ?? '') ?? [];
  if (/^bearer$/i.test(scheme)) return credentials !== '';
  if (/^basic$/i.test(scheme)) return !/^(:|$)/.test(Buffer.from(credentials, 'base64').toString('utf8'));
  return false;
}
