// The jobs of http.mjs by CyberChef's Node API, for Node 20.
import { register } from 'node:module';

register('./resolve.mjs', import.meta.url);
const { default: chef } = await import('cyberchef');

// Its operations on lines take the last line feed for an empty line.
const lines = (work) => (a) => work(a.endsWith('\n') ? a.slice(0, -1) : a).toString() + '\n';

export const jobs = {
  md5: (a) => chef.MD5(Buffer.from(a)).toString(),
  base64: (a) => chef.toBase64(Buffer.from(a)).toString(),
  sort: lines((a) => chef.sort(a)),
  dedupe: lines((a) => chef.unique(a)),
  format: (a) => chef.JSONBeautify(a, ['  ', false, false]).toString(),
  csv: (a) => chef.CSVToJSON(a, [',', '\n\r', 'Array of dictionaries']).value,
  xml: (a) => chef.XMLBeautify(a, ['  ']).toString(),
};
