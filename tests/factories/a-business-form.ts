/** A form as an owner sends it; its category is food-dining. */
export const aBusinessForm = {
  name: 'Fig & Ladder',
  description: 'Figs, and ladders to pick them from.',
  category: 'food-dining',
  address: '12 Oak Street, Oak Bend, TX',
  phone: '210-555-0142',
  email: 'figs@example.com',
  website: 'https://figs.example.com/',
};
