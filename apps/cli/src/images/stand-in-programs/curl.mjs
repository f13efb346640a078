#!/usr/local/bin/node
// Stand-in for curl: one request over HTTP or HTTPS.
import { writeFileSync } from 'node:fs';

const WITH_VALUE = {
  '-X': 'method',
  '--request': 'method',
  '-d': 'body',
  '--data': 'body',
  '-o': 'output',
  '--output': 'output',
  '-m': 'seconds',
  '--max-time': 'seconds',
  '--connect-timeout': 'ignored',
  '--retry': 'ignored',
  '-w': 'ignored',
};
const options = { headers: {}, urls: [], flags: new Set() };
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (WITH_VALUE[word] !== undefined) options[WITH_VALUE[word]] = words.shift();
  else if (word === '-H' || word === '--header') {
    const [name, value] = (words.shift() ?? '').split(/:\s*(.*)/s);
    options.headers[name] = value;
  } else if (word.startsWith('--')) options.flags.add(word);
  else if (word.startsWith('-')) for (const letter of word.slice(1)) options.flags.add(letter);
  else options.urls.push(/^\w+:\/\//.test(word) ? word : `http://${word}`);
}
const has = (...names) => names.some((name) => options.flags.has(name));
const complain = (code, text) => {
  if (!has('s', '--silent') || has('S', '--show-error')) console.error(`curl: (${code}) ${text}`);
  process.exit(code);
};
if (has('--version', 'V')) console.log('curl 8.16.0 (stand-in)');
else if (options.urls.length === 0) complain(2, 'no URL specified');
for (const url of options.urls) {
  const { body, headers, method = body === undefined ? 'GET' : 'POST', seconds = '60' } = options;
  const response = await fetch(url, {
    method: has('I', '--head') ? 'HEAD' : method,
    body,
    headers,
    redirect: has('L', '--location') ? 'follow' : 'manual',
    signal: AbortSignal.timeout(Number(seconds) * 1000),
  }).catch((error) =>
    complain(
      error.cause?.code === 'ENOTFOUND' ? 6 : 7,
      `Failed to connect to ${new URL(url).host}: ${error.cause?.message ?? error.message}`,
    ),
  );
  if (has('f', '--fail') && response.status >= 400)
    complain(22, `The requested URL returned error: ${response.status}`);
  const head = has('i', '--include', 'I', '--head')
    ? `HTTP/1.1 ${response.status}\n${[...response.headers].map(([name, value]) => `${name}: ${value}\n`).join('')}\n`
    : '';
  const content = Buffer.concat([Buffer.from(head), Buffer.from(await response.arrayBuffer())]);
  if (options.output === undefined) process.stdout.write(content);
  else if (options.output !== '/dev/null') writeFileSync(options.output, content);
}
