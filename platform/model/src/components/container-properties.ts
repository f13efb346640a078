import { commandLine } from '../command-line.ts';
import { environment } from '../environment.ts';
import { imageReference } from '../image-reference.ts';
import { annotations, labels } from '../labels.ts';
import { ports } from '../port.ts';

/** What every component that runs a container takes. */
export const containerProperties = {
  /** Another place for the component's image; the component's own field wins. */
  image: imageReference().optional(),
  ports: ports(),
  env: environment(),
  command: commandLine(),
  args: commandLine(),
  labels: labels(),
  annotations: annotations(),
};
