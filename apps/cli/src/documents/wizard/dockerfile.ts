const EXPOSE = /^\s*EXPOSE\s+(\d+)/i;
const STAGE = /^\s*FROM\s/i;

/** The first port the last stage of a Dockerfile exposes. */
export function exposedPort(dockerfile: string): number | undefined {
  const lines = dockerfile.split('\n');
  const stage = lines.findLastIndex((line) => STAGE.test(line));
  const port = lines.slice(stage + 1).flatMap((line) => EXPOSE.exec(line)?.[1] ?? [])[0];
  return port === undefined ? undefined : Number(port);
}
