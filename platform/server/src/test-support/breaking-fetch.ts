import type { Fetch } from '@kubemin/client';

/** A fetch whose response bodies break off after the number of bytes that `nextCut` returns; undefined: that one is whole. */
export function breakingFetch(nextCut: () => number | undefined): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const cut = nextCut();
    if (cut === undefined || response.body === null) return response;
    let passed = 0;
    const breaking = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        const rest = cut - passed;
        passed += piece.length;
        if (rest > 0) controller.enqueue(piece.subarray(0, rest));
        if (passed >= cut) controller.error(new Error('the connection broke'));
      },
    });
    return new Response(response.body.pipeThrough(breaking), { status: response.status });
  };
}
