import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueChangedObjects,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { type CertificateAuthority, isStatusError, timestamp } from '@kubemin/kubeapi';
import { authorization, certificates } from '@kubemin/kubeapi/resources';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '@kubemin/kubeapi/types/certificates.v1';
import { findCondition } from '../../pod-owner/index.ts';
import { isOurSigner, type Requested, recognitions, signerProblem } from './signer-rules.ts';

/** Approves what nodes may always have, signs what was approved, and clears away requests that are over. */
export function certificateController(authority: CertificateAuthority): ControllerModule {
  return {
    name: 'certificate-controller',
    setup(context): Controller {
      const requests = context.informers.informer(certificates.v1.certificatesigningrequests);
      const reconciler = new CertificateReconciler(context, requests, authority);
      return createReconcilerController({ context, reconciler, sources: [enqueueChangedObjects(requests)] });
    },
  };
}

class CertificateReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #requests: Informer<CertificateSigningRequest>;
  readonly #authority: CertificateAuthority;

  constructor(
    context: ControllerContext,
    requests: Informer<CertificateSigningRequest>,
    authority: CertificateAuthority,
  ) {
    this.#context = context;
    this.#requests = requests;
    this.#authority = authority;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const request = this.#requests.get(key);
    if (request === undefined || request.metadata.deletionTimestamp !== undefined) return undefined;
    const leftMs = expiresAt(request) - this.#context.clock.now();
    if (leftMs <= 0) return this.#clear(request);
    if (isOurSigner(request.spec.signerName)) await this.#advance(request);
    return { requeueAfterMs: leftMs };
  }

  async #advance(request: CertificateSigningRequest): Promise<void> {
    const stage = requestStage(request);
    if (stage !== 'pending' && stage !== 'approved') return;
    const subject = await this.#authority.read(requestPem(request));
    const requested = subject && { subject, usages: request.spec.usages ?? [] };
    if (stage === 'approved') await this.#sign(request, requested);
    else if (requested !== undefined) await this.#approve(request, requested);
  }

  async #approve(request: CertificateSigningRequest, requested: Requested): Promise<void> {
    for (const { subresource, message } of recognitions(request, requested)) {
      if (!(await this.#isAllowed(request, subresource))) continue;
      const condition = this.#condition('Approved', 'AutoApproved', message);
      await this.#requestsApi().update(withCondition(request, condition), { subresource: 'approval' });
      return;
    }
  }

  async #isAllowed({ spec }: CertificateSigningRequest, subresource: string): Promise<boolean> {
    const { username = '', groups = [], extra = {}, uid = '' } = spec;
    const { status } = await this.#context.client.resource(authorization.v1.subjectaccessreviews).create({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      metadata: {},
      spec: {
        user: username,
        groups,
        extra,
        uid,
        resourceAttributes: {
          group: 'certificates.k8s.io',
          resource: 'certificatesigningrequests',
          subresource,
          verb: 'create',
        },
      },
    });
    return status?.allowed === true;
  }

  async #sign(request: CertificateSigningRequest, requested: Requested | undefined): Promise<void> {
    const { signerName, usages = [], expirationSeconds } = request.spec;
    const problem =
      requested === undefined ? 'the certificate request cannot be read' : signerProblem(signerName, requested);
    if (problem !== undefined) {
      const failed = withCondition(request, this.#condition('Failed', 'SignerValidationFailure', problem));
      await this.#requestsApi().update(failed, { subresource: 'status' });
      return;
    }
    const pem = await this.#authority.sign({ csr: requestPem(request), usages, expirationSeconds });
    const certificate = Buffer.from(pem).toString('base64');
    const status = { ...request.status, certificate };
    await this.#requestsApi().update({ ...request, status }, { subresource: 'status' });
  }

  async #clear({ metadata }: CertificateSigningRequest): Promise<undefined> {
    try {
      await this.#requestsApi().delete(metadata.name ?? '', { preconditions: { uid: metadata.uid } });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }

  #requestsApi() {
    return this.#context.client.resource(certificates.v1.certificatesigningrequests);
  }

  #condition(type: string, reason: string, message: string): CertificateSigningRequestCondition {
    const time = timestamp(this.#context.clock.now());
    return { type, status: 'True', reason, message, lastUpdateTime: time, lastTransitionTime: time };
  }
}

function requestPem({ spec }: CertificateSigningRequest): string {
  return Buffer.from(spec.request, 'base64').toString();
}

function withCondition(
  request: CertificateSigningRequest,
  condition: CertificateSigningRequestCondition,
): CertificateSigningRequest {
  const conditions = [...(request.status?.conditions ?? []), condition];
  return { ...request, status: { ...request.status, conditions } };
}

const HOUR_MS = 3_600_000;

/** How far a request has come. */
type RequestStage = 'pending' | 'approved' | 'denied' | 'failed' | 'issued';

/** How long a request is kept after the last decision about it. */
const KEPT_MS: Readonly<Record<RequestStage, number>> = {
  pending: 24 * HOUR_MS,
  approved: HOUR_MS,
  denied: HOUR_MS,
  failed: HOUR_MS,
  issued: HOUR_MS,
};

/** How far the request has come. */
export function requestStage({ status }: CertificateSigningRequest): RequestStage {
  const has = (type: string): boolean => findCondition(status?.conditions, type)?.status === 'True';
  if (has('Denied')) return 'denied';
  if (has('Failed')) return 'failed';
  if (!has('Approved')) return 'pending';
  return status?.certificate ? 'issued' : 'approved';
}

/** When a request is of no use any more, in ms since the epoch. */
export function expiresAt(request: CertificateSigningRequest): number {
  const times = (request.status?.conditions ?? []).map(({ lastUpdateTime }) => Date.parse(lastUpdateTime ?? '') || 0);
  const created = Date.parse(request.metadata.creationTimestamp ?? '') || 0;
  return Math.max(created, ...times) + KEPT_MS[requestStage(request)];
}
