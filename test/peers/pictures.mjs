// The jobs of pictures for node.mjs. Their inputs come as bytes.
import { GlobalFonts, createCanvas } from '@napi-rs/canvas';
import { Resvg } from '@resvg/resvg-js';
import { ImageResponse } from '@vercel/og';
import bwip from 'bwip-js';
import imageQR from 'qr-image';
import QRCode from 'qrcode';
import generator from 'qrcode-generator';
import satori from 'satori';
import sharp from 'sharp';

// Pixels of a module where the side of the picture cannot be said: version 4
// with its quiet zone has 41 modules. (bwip-js draws two pixels for its scale.)
const scale = 7;
const margin = 4;

const versionOf = (modules) => (modules - 17) / 4;
const versions = {
  qrcode: (text, level) => QRCode.create(text, { errorCorrectionLevel: level }).version,
  'qr-image': (text, level) => versionOf(imageQR.matrix(text, level).length),
  'qrcode-generator': (text, level) => {
    generator.stringToBytes = (s) => [...Buffer.from(s)]; // its default takes Latin-1 only
    const code = generator(0, level);
    code.addData(text);
    code.make();
    return versionOf(code.getModuleCount());
  },
  'bwip-js': (text, level) => versionOf(bwip.raw('qrcode', text, { eclevel: level })[0].pixx),
};

// orNone is 0 where a library refuses a text.
const orNone = (version) => (text, level) => {
  try {
    return version(text, level);
  } catch {
    return 0;
  }
};
const allVersions = (version) => (samples) =>
  JSON.stringify(JSON.parse(samples).map(({ text, level }) => orNone(version)(text, level)));

// What cards are made of is read once, as ours is.
let made;
function setUp(card, regular, bold) {
  if (made) return made;
  const sizes = JSON.parse(card);
  const fonts = [
    { name: 'Noto', data: regular, weight: 400, style: 'normal' },
    { name: 'Noto', data: bold, weight: 700, style: 'normal' },
  ];
  GlobalFonts.register(regular, 'Noto Regular');
  GlobalFonts.register(bold, 'Noto Bold');
  return (made = { ...sizes, options: { width: sizes.width, height: sizes.height, fonts } });
}

const div = (style, children) => ({ type: 'div', props: { style, children } });
const element = (c) =>
  div({ display: 'flex', width: '100%', height: '100%', background: c.ground, fontFamily: 'Noto' }, [
    div({ width: c.edge, height: '100%', background: c.panel }),
    div({ display: 'flex', flexDirection: 'column', justifyContent: 'center', width: c.inner, marginLeft: c.left - c.edge }, [
      div({ fontSize: c.titlePx, fontWeight: 700, color: c.ink, lineHeight: 1.1 }, c.title),
      div({ fontSize: c.subtitlePx, color: c.muted, lineHeight: 1.4, marginTop: 24 }, c.subtitle),
    ]),
  ]);

const cardSVG = (c) => satori(element(c), c.options);

function wrap(context, text, width) {
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function drawCanvas(c) {
  const canvas = createCanvas(c.width, c.height);
  const context = canvas.getContext('2d');
  context.fillStyle = c.ground;
  context.fillRect(0, 0, c.width, c.height);
  context.fillStyle = c.panel;
  context.fillRect(0, 0, c.edge, c.height);
  let y = c.height / 3;
  for (const [text, font, size, colour] of [
    [c.title, 'Noto Bold', c.titlePx, c.ink],
    [c.subtitle, 'Noto Regular', c.subtitlePx, c.muted],
  ]) {
    context.font = `${size}px "${font}"`;
    context.fillStyle = colour;
    for (const line of wrap(context, text, c.inner)) {
      context.fillText(line, c.left, y);
      y += 1.1 * size;
    }
  }
  return canvas.encodeSync('png');
}

export const pictures = {
  'qrcode png': (text) => QRCode.toBuffer(String(text), { width: 300, margin, errorCorrectionLevel: 'M' }),
  'qr-image png': (text) => imageQR.imageSync(String(text), { type: 'png', ec_level: 'M', size: scale, margin }),
  'bwip-js png': (text) =>
    bwip.toBuffer({ bcid: 'qrcode', text: String(text), eclevel: 'M', scale: 4, padding: 2 * margin, backgroundcolor: 'ffffff' }),
  'satori resvg': async (...files) =>
    new Resvg(await cardSVG(setUp(...files)), { font: { loadSystemFonts: false } }).render().asPng(),
  'satori sharp': async (...files) => sharp(Buffer.from(await cardSVG(setUp(...files)))).png().toBuffer(),
  'vercel og': async (...files) => {
    const c = setUp(...files);
    return Buffer.from(await new ImageResponse(element(c), c.options).arrayBuffer());
  },
  'napi canvas': async (...files) => drawCanvas(setUp(...files)),
};

for (const [name, version] of Object.entries(versions)) pictures[`${name} versions`] = allVersions(version);
