#!/usr/local/bin/node
// Stand-in for psql, pg_isready and pg_dump, by the name that it is called with.
const { connect } = require('node:net');
const { basename } = require('node:path');

const program = basename(process.argv[1]);
const { PGHOST = '127.0.0.1', PGPORT = '5432', PGUSER = 'postgres' } = process.env;
const options = { host: PGHOST, port: PGPORT, user: PGUSER, commands: [], plain: false, quiet: false };
const words = process.argv.slice(2);
while (words.length > 0) {
  const [name, attached] = words.shift().split(/=(.*)/s);
  const value = () => attached ?? words.shift();
  if (name === '-h' || name === '--host') options.host = value();
  else if (name === '-p' || name === '--port') options.port = value();
  else if (name === '-U' || name === '--username') options.user = value();
  else if (name === '-d' || name === '--dbname') value();
  else if (name === '-c' || name === '--command') options.commands.push(value());
  else if (
    name === '-t' ||
    name === '--tuples-only' ||
    name === '-A' ||
    name === '--no-align' ||
    name === '-tA' ||
    name === '-At'
  )
    options.plain = true;
  else if (name === '-q' || name === '--quiet') options.quiet = true;
}

function fail(why) {
  if (program === 'pg_isready') {
    if (!options.quiet) console.log(`${options.host}:${options.port} - no response`);
    process.exit(2);
  }
  console.error(`${program}: error: connection to server at "${options.host}", port ${options.port} failed: ${why}`);
  process.exit(program === 'psql' ? 2 : 1);
}

const socket = connect({ host: options.host, port: Number(options.port), timeout: 5000 });
socket.on('timeout', () => fail('timeout expired'));
socket.on('error', (error) => fail(error.message));
socket.on('connect', () => {
  const text = Buffer.from(`user\0${options.user}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(text.length + 8, 0);
  head.writeInt32BE(196608, 4);
  socket.write(Buffer.concat([head, text]));
});

const left = program === 'pg_dump' ? ['select count(*) from pg_tables'] : [...options.commands];
let failed = false;
let pending = Buffer.alloc(0);
socket.on('data', (chunk) => {
  pending = Buffer.concat([pending, chunk]);
  while (pending.length >= 5 && pending.length >= 1 + pending.readInt32BE(1)) {
    const size = pending.readInt32BE(1);
    handle(String.fromCharCode(pending[0]), pending.subarray(5, 1 + size));
    pending = pending.subarray(1 + size);
  }
});

function handle(type, body) {
  if (type === 'Z') return next();
  if (type === 'E') {
    failed = true;
    const reason = body
      .toString('utf8')
      .split('\0')
      .find((field) => field.startsWith('M'));
    console.error(`ERROR:  ${reason?.slice(1)}`);
  }
  if (type === 'D') {
    const value = body.toString('utf8', 6);
    console.log(program === 'pg_dump' ? `-- dump of a stand-in for PostgreSQL: ${value} tables, no rows` : value);
  }
  if (type === 'C' && program === 'psql' && !options.plain && !body.toString().startsWith('SELECT'))
    console.log(body.toString('utf8', 0, body.length - 1));
}

function next() {
  if (program === 'pg_isready') {
    if (!options.quiet) console.log(`${options.host}:${options.port} - accepting connections`);
    process.exit(0);
  }
  const statement = left.shift();
  if (statement === undefined) process.exit(failed ? 1 : 0);
  const text = Buffer.from(`${statement}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(text.length + 4, 1);
  socket.write(Buffer.concat([head, text]));
}
