import type { AnyDocument } from '@kubemin/model';
import type { RenderedObject } from '@kubemin/render';

/** An application ready to leave KubeMin: what it is called, and the objects it was rendered to. */
export interface ApplicationExport {
  readonly document: Pick<AnyDocument, 'name' | 'namespace' | 'version' | 'description'>;
  readonly objects: readonly RenderedObject[];
}

/** File name → text; names of files in folders contain slashes. */
export type FileMap = Readonly<Record<string, string>>;
