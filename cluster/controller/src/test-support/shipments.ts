// A declared resource that a phase machine drives, for tests.
import { z } from 'zod';
import { serial, single } from '../phase/phase-handler.ts';
import { definePhaseMachine, type PhaseMachine } from '../phase/phase-machine.ts';
import { phasedStatus } from '../phase/phase-status-schema.ts';
import { defineCustomResource, type ObjectOf } from '../resource/custom-resource.ts';

/** Shipments: loaded, then sent. */
export const shipments = defineCustomResource({
  group: 'fleet.example.com',
  version: 'v1',
  kind: 'Shipment',
  prefix: 'sh',
  scope: 'Namespaced',
  description: 'Goods on their way.',
  controllerType: 'phasemachine',
  spec: z.object({ goods: z.string(), weight: z.number().positive().default(1), paused: z.boolean().optional() }),
  status: phasedStatus({ crates: z.int().optional() }),
});

/** One of its objects. */
export type Shipment = ObjectOf<typeof shipments>;

const work = (name: string) => single<Shipment>(name, async () => ({ done: true }));

/** Load (weigh, stow), Send, then Sent or Lost. It is not run here. */
export const shipmentMachine: PhaseMachine<Shipment> = definePhaseMachine({
  resource: shipments,
  initialPhase: 'Load',
  terminalPhases: ['Sent', 'Lost'],
  failedPhases: ['Lost'],
  handlers: { Load: serial('Load', work('weigh'), work('stow')), Send: work('Send') },
  normalTrans: { Load: 'Send', Send: 'Sent' },
  errorTrans: { Load: 'Lost', Send: 'Lost' },
});

const NOON = '2026-03-01T12:00:00Z';

/** The status of a shipment that was lost while being stowed. */
export const lostStatus = {
  phase: 'Lost',
  failedFrom: 'Load',
  crates: 3,
  state: {
    Load: {
      done: true,
      failed: true,
      fatal: true,
      startTime: NOON,
      endTime: NOON,
      error: 'the hold is full',
      state: {
        weigh: { done: true, startTime: NOON, endTime: NOON },
        stow: { done: true, failed: true, fatal: true, startTime: NOON, endTime: NOON, error: 'the hold is full' },
      },
    },
  },
};
