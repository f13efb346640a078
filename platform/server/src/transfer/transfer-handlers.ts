import { transferRoutes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { TransferService } from './transfer-service.ts';

/** The routes about bundles. */
export function transferHandlers(transfer: TransferService) {
  const { exportApplications, importApplications } = transferRoutes;
  return {
    exportApplications: bindJson(exportApplications, ({ body }) => transfer.export(body)),
    importApplications: bindJson(importApplications, ({ body }) => transfer.import(body)),
  };
}
