/** A reader of XML that accepts only elements, attributes in double quotes, text, and the five entities. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

const NAME = '[A-Za-z][A-Za-z0-9:-]*';
const TEXT = '(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)*';
const TOKEN = new RegExp(
  `<(/?)(${NAME})((?:\\s+${NAME}="${TEXT.replace('[^<>&]', '[^<>&"]')}")*)\\s*(/?)>|(${TEXT.slice(0, -1)}+)`,
  'y',
);

/** Returns the root element. @throws Error if the text is not well-formed */
export function parseXml(text: string): Element {
  const root: { children: (Element | string)[] } = { children: [] };
  const open: { name: string; children: (Element | string)[] }[] = [{ name: '', children: root.children }];
  TOKEN.lastIndex = /^(?:<\?xml [^<>]*\?>\s*)?/.exec(text)?.[0].length ?? 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`not well-formed: ${text.slice(at, at + 80)}`);
    const [, closing, name, attributes, empty, content] = match;
    const parent = open[open.length - 1];
    if (content !== undefined) parent.children.push(unescaped(content));
    else if (closing === '/') {
      if (parent.name !== name || attributes !== '') throw new Error(`</${name}> ends <${parent.name}>`);
      open.pop();
    } else {
      const element = { name, attributes: attributesOf(attributes), children: [] };
      parent.children.push(element);
      if (empty === '') open.push(element);
    }
  }
  const elements = root.children.filter((child) => typeof child !== 'string');
  const stray = root.children.some((child) => typeof child === 'string' && child.trim() !== '');
  if (open.length !== 1 || elements.length !== 1 || stray) throw new Error('not one element');
  return elements[0];
}

/** Returns all elements of a name in an element, including itself. */
export function elementsOf(element: Element, name: string): Element[] {
  const inside = element.children.flatMap((child) => (typeof child === 'string' ? [] : elementsOf(child, name)));
  return element.name === name ? [element, ...inside] : inside;
}

/** Returns the text in an element and its children. */
export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, name, value]): [string, string] => [
    name,
    unescaped(value),
  ]);
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length) throw new Error(`an attribute is there twice:${text}`);
  return attributes;
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescaped(text: string): string {
  return text.replace(/&([^;]+);/g, (_, name: string) => CHARACTERS[name]);
}
