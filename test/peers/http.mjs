// A service as one would write it in Node: http.mjs node | http.mjs cyberchef.
// POST /<job> takes {"text": …} and answers {"success": true, "data": {"result": …}}.
// Without key, limit or meter. Prints its address once it listens.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const lines = (text) => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
const text = (list) => list.join('\n') + '\n';

async function nodeJobs() {
  const [{ XMLBuilder, XMLParser }, { default: Papa }, { default: formatXML }] = await Promise.all([
    import('fast-xml-parser'),
    import('papaparse'),
    import('xml-formatter'),
  ]);
  const xml = { preserveOrder: true, ignoreAttributes: false, parseTagValue: false, processEntities: false };
  return {
    md5: (a) => createHash('md5').update(a).digest('hex'),
    base64: (a) => Buffer.from(a).toString('base64'),
    sort: (a) => text(lines(a).sort()),
    dedupe: (a) => text([...new Set(lines(a))]),
    format: (a) => JSON.stringify(JSON.parse(a), null, 2),
    validate: (a) => (JSON.parse(a), true),
    csv: (a) => Papa.parse(a, { header: true, skipEmptyLines: true }).data,
    xml: (a) => formatXML(a, { indentation: '  ', collapseContent: true, lineSeparator: '\n' }),
    'xml-fast': (a) => new XMLBuilder({ ...xml, format: true }).build(new XMLParser(xml).parse(a)),
  };
}

const jobs = process.argv[2] === 'cyberchef' ? (await import('./cyberchef/jobs.mjs')).jobs : await nodeJobs();

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    try {
      const body = JSON.parse(Buffer.concat(parts));
      const answer = Buffer.from(JSON.stringify({ success: true, data: { result: jobs[request.url.slice(1)](body.text) } }));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
      response.end(answer);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${server.address().port}`));
