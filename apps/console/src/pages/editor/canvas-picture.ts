import { type Message, TerminalError } from '@kubemin/base/message';
import type { Reference } from '../../draft/index.ts';
import { editorMessages } from '../../messages/index.ts';
import type { LaneBox } from './layout.ts';

/** Colours and fonts of a picture. */
export interface Palette {
  readonly background: string;
  readonly lane: string;
  readonly card: string;
  readonly line: string;
  readonly text: string;
  readonly secondary: string;
  readonly font: string;
}

/** What a picture of the canvas is drawn from. */
export interface PictureInput {
  readonly lanes: readonly (LaneBox & { readonly name: string })[];
  readonly card: (name: string) => { readonly title: string; readonly lines: readonly string[] };
  readonly references: readonly Pick<Reference, 'from' | 'to'>[];
  readonly palette: Palette;
}

const MARGIN = 24;

/** The colours that the page has, so that the picture looks like the canvas in the theme of the user. */
export function readPalette(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): Palette {
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    background: token('--bg-sunken'),
    lane: token('--bg-lane'),
    card: token('--bg-raised'),
    line: token('--line-strong'),
    text: token('--text'),
    secondary: token('--text-2'),
    font: token('--font-sans'),
  };
}

/** The canvas as an SVG file: all lanes and cards, whatever part of them is on the screen. */
export function drawCanvas({ lanes, card, references, palette }: PictureInput): string {
  const width = Math.max(0, ...lanes.map((lane) => lane.x + lane.width)) + 2 * MARGIN;
  const height = Math.max(0, ...lanes.map((lane) => lane.y + lane.height)) + 2 * MARGIN;
  const cards = new Map(
    lanes.flatMap((lane) =>
      lane.cards.map(({ name, x, y, height: tall }) => [name, { x: lane.x + x, y: lane.y + y, height: tall }] as const),
    ),
  );
  const lines = references.flatMap(({ from, to }) => {
    const [start, end] = [cards.get(from), cards.get(to)];
    if (start === undefined || end === undefined) return [];
    const [x1, y1] = [start.x + CARD, start.y + start.height / 2];
    const [x2, y2] = [end.x, end.y + end.height / 2];
    return [
      `<path d="M${x1} ${y1} C${x1 + 40} ${y1} ${x2 - 40} ${y2} ${x2} ${y2}" fill="none" stroke="${palette.line}" stroke-dasharray="4 4"/>`,
    ];
  });
  const drawn = lanes.flatMap((lane) => [
    `<rect x="${lane.x}" y="${lane.y}" width="${lane.width}" height="${lane.height}" rx="12" fill="${palette.lane}" stroke="${palette.line}"/>`,
    text(
      { x: lane.x + 12, y: lane.y + 28, size: 14, weight: 600, fill: palette.text },
      lane.isCollapsed ? '…' : lane.name,
    ),
    ...lane.cards.flatMap(({ name, x, y, height: tall }) => {
      const { title, lines: details } = card(name);
      const [left, top] = [lane.x + x, lane.y + y];
      return [
        `<rect x="${left}" y="${top}" width="${CARD}" height="${tall}" rx="8" fill="${palette.card}" stroke="${palette.line}"/>`,
        text({ x: left + 12, y: top + 24, size: 14, weight: 600, fill: palette.text }, title),
        ...details.map((line, at) =>
          text({ x: left + 12, y: top + 46 + at * 20, size: 12, weight: 400, fill: palette.secondary }, line),
        ),
      ];
    }),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${escapeXml(palette.font)}">`,
    `<rect width="100%" height="100%" fill="${palette.background}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})">`,
    ...drawn,
    ...lines,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const CARD = 264;
/** More does not fit into a card. */
const LONGEST = 38;

interface TextLook {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly fill: string;
}

function text({ x, y, size, weight, fill }: TextLook, value: string): string {
  const shown = value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(shown)}</text>`;
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Draws an SVG file as a PNG file, in twice its size for dense screens. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  const context = canvas.getContext('2d');
  if (context === null) throw notDrawn(editorMessages.noCanvas);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(notDrawn(editorMessages.pictureTooLarge)) : resolve(blob)),
      'image/png',
    );
  });
}

function notDrawn(message: Message): TerminalError {
  return new TerminalError(message, { code: 'PICTURE_NOT_DRAWN' });
}
