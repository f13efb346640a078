// Takes a name of a CommonJS package, which is there where the sources are run and missing from a bundle.
const { stringify } = await import('yaml');
process.stdout.write(stringify({ written: true }));
