import { describe, expect, test } from 'vitest';
import { categoryColor } from './category-color.ts';

describe('the color of a category', () => {
  test.each([
    ['food-dining', 'green'],
    ['health-beauty', 'pink'],
    ['legal-services', 'blue'],
    ['medical-services', 'red'],
    ['pet-services', 'orange'],
    ['professional-services', 'indigo'],
    ['real-estate-services', 'teal'],
    ['shopping', 'purple'],
  ])('%s is %s', (slug, color) => {
    expect(categoryColor(slug)).toBe(color);
  });

  test.each(['arts-entertainment', 'other', 'unheard-of', 'constructor', ''])('%j is gray', (slug) => {
    expect(categoryColor(slug)).toBe('gray');
  });
});
