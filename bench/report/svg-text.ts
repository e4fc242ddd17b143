/** Text as it may stand in XML. */
export const svgText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The frame of a drawing: its own background, so that it reads on a dark page as well. */
export const svg = (width: number, height: number, title: string, content: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${svgText(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...content,
    '</svg>\n',
  ].join('\n');
