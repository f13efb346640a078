import type { Job } from './job.ts';

/** The jobs that a text from a person means: by id, else by kind and name of the object, its name, or the component. */
export function findJobsByName(jobs: readonly Job[], text: string): readonly Job[] {
  const readings: readonly ((job: Job) => string)[] = [
    ({ id }) => id,
    ({ objectKind, objectName }) => `${objectKind}/${objectName}`,
    ({ objectName }) => objectName,
    ({ component }) => component,
  ];
  for (const read of readings) {
    const found = jobs.filter((job) => read(job) === text);
    if (found.length > 0) return found;
  }
  return [];
}

/** What jobs are called among each other: the shortest text that means one of them alone. */
export function jobNames(jobs: readonly Job[]): readonly string[] {
  return jobs.map((job) => {
    const candidates = [job.objectName, `${job.objectKind}/${job.objectName}`];
    return candidates.find((text) => text !== '' && findJobsByName(jobs, text).length === 1) ?? job.id;
  });
}
