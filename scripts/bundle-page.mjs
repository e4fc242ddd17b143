import { build } from 'esbuild';
import { basename, join } from 'node:path';

/** Where the source of the operator's page is. */
export const PAGE = join('src', 'console', 'page');

/** A tea cup, so that the page is found among others. */
const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>" +
  "<path fill='%23127a5b' d='M2 5h10v5a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4z'/>" +
  "<path fill='none' stroke='%23127a5b' stroke-width='1.5' d='M12 6h1a1.5 1.5 0 0 1 0 4h-1'/></svg>";

const html = (script, style) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Ichido console</title>
    <link rel="icon" href="${ICON}" />
    <link rel="stylesheet" href="/console/assets/${style}" />
    <script type="module" src="/console/assets/${script}"></script>
  </head>
  <body>
    <div id="page"><noscript>The console needs JavaScript.</noscript></div>
  </body>
</html>
`;

/** The files of the page: one script and one style sheet whose names follow from what is in them, and the page itself. */
export async function bundlePage() {
  const { outputFiles } = await build({
    entryPoints: [join(PAGE, 'main.tsx'), join(PAGE, 'look', 'page.css')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    // What Chrome, Firefox and Safari have had since 2023.
    target: 'es2022',
    outdir: 'out',
    entryNames: '[name]-[hash]',
    tsconfig: join(PAGE, 'tsconfig.json'),
    logLevel: 'warning',
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), content: Buffer.from(contents) }));
  const nameOf = (ending) => files.find(({ name }) => name.endsWith(ending)).name;
  return [...files, { name: 'index.html', content: Buffer.from(html(nameOf('.js'), nameOf('.css'))) }];
}
