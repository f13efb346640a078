import { expect, test } from 'vitest';
import { exposedPort } from './read-start.ts';

test('the port of the last stage counts, not that of an earlier one', () => {
  expect(exposedPort('FROM node AS build\nEXPOSE 9229\nFROM nginx\nexpose 8080/tcp 9090\nEXPOSE 1')).toBe(8080);
});

test('no port is exposed by nothing, by a variable, or by an earlier stage alone', () => {
  expect(exposedPort('FROM nginx\nCMD ["nginx"]')).toBeUndefined();
  expect(exposedPort('FROM nginx\nEXPOSE $PORT')).toBeUndefined();
  expect(exposedPort('FROM nginx\nEXPOSE 80\nFROM scratch')).toBeUndefined();
});
