import type { CounterSeries, GaugeSeries, HistogramSeries } from '@kubemin/base';

/** Where one kind of request is counted. */
export interface RequestSeriesOptions {
  readonly counter: (code: string) => CounterSeries;
  /** Undefined for requests that last until the client goes. */
  readonly duration: HistogramSeries | undefined;
  readonly inflight: GaugeSeries | undefined;
}

/** The series that one kind of request counts in, found once. */
export class RequestSeries {
  readonly #options: RequestSeriesOptions;
  readonly #byStatus = new Map<number, CounterSeries>();

  constructor(options: RequestSeriesOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#options.inflight?.add(1);
  }

  end(status: number, seconds: number): void {
    this.#options.inflight?.add(-1);
    this.#options.duration?.observe(seconds);
    let series = this.#byStatus.get(status);
    if (series === undefined) {
      series = this.#options.counter(String(status));
      this.#byStatus.set(status, series);
    }
    series.add();
  }
}
