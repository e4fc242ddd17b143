import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const STARTS_A_TITLE = new Set(['describe', 'it', 'test']);

/** Titles of scenes and tests by the file that has them, relative to the root. Reads the code, runs nothing. */
export async function testTitles(): Promise<Map<string, string[]>> {
  const titles = new Map<string, string[]>();
  for (const root of ['src', 'test']) {
    for (const name of await readdir(root, { recursive: true })) {
      if (!name.endsWith('.spec.ts')) continue;
      const file = join(root, name);
      titles.set(file, titlesIn(file, await readFile(file, 'utf8')));
    }
  }
  return titles;
}

function titlesIn(file: string, text: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && STARTS_A_TITLE.has(calledName(node.expression))) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return titles;
}

/** `it` of `it('…')`, of `it.each([…])('…')` and of `` it.each`…`('…') ``. */
function calledName(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return calledName(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? calledName(callee.tag) : '';
}
