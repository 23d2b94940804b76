import { expect, it } from 'vitest';
import { doubtPlace } from './place-doubt.ts';

const center = { latitude: 29.4766, longitude: -98.4885 };
const ask = (latitude: number, longitude: number) => doubtPlace({ latitude, longitude }, center);

it('asks nothing about a place in town, nor about one within 100 kilometers', () => {
  expect(ask(29.4766, -98.4885)).toBeNull();
  expect(ask(30.2672, -98.6)).toBeNull();
});

it('offers the place that a missing minus sign or exchanged numbers mean', () => {
  expect(ask(29.4766, 98.4885)).toEqual({ miles: '8,200', meant: center });
  expect(ask(-29.4766, 98.4885)?.meant).toEqual(center);
  expect(ask(-98.4885, 29.4766)).toEqual({ miles: null, meant: center });
  expect(doubtPlace({ latitude: -46.6, longitude: -23.5 }, { latitude: -23.5, longitude: -46.6 })?.meant).toEqual({
    latitude: -23.5,
    longitude: -46.6,
  });
});

it('says how far it is where no slip explains it', () => {
  expect(ask(48.137, 11.575)).toEqual({ miles: '5,600', meant: null });
  expect(ask(120, 11.575)).toBeNull();
});
