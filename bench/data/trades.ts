/** Names of made-up firms in trades that the open data lacks: a surname or place word, then one of these. */
export const trades: Record<string, readonly string[]> = {
  'Legal Services': ['Law Firm', 'Family Law', 'Attorneys at Law', 'Injury Lawyers', 'Immigration Law', 'Law Office'],
  'Real Estate Services': [
    'Realty',
    'Real Estate',
    'Properties',
    'Property Management',
    'Appraisals',
    'Home Inspection',
  ],
  'Professional Services': [
    'Accounting',
    'Consulting',
    'Marketing',
    'Tax Service',
    'Architects',
    'Staffing',
    'Printing',
  ],
  'Medical Services': [
    'Family Dentistry',
    'Dental Clinic',
    'Pediatrics',
    'Chiropractic',
    'Eye Care',
    'Physical Therapy',
  ],
  'Home Services': ['Plumbing', 'Heating & Air', 'Roofing', 'Electric', 'Landscaping', 'Painting', 'Pest Control'],
  'Health & Beauty': ['Hair Salon', 'Barber Shop', 'Nails & Spa', 'Massage', 'Yoga', 'Fitness', 'Skin Care'],
  'Pet Services': ['Veterinary Clinic', 'Animal Hospital', 'Dog Grooming', 'Pet Boarding', 'Pet Sitting'],
  Education: ['Montessori School', 'Tutoring', 'Music Lessons', 'Academy', 'Learning Center', 'Driving School'],
  'Arts & Entertainment': ['Dance Studio', 'Gallery', 'Theatre', 'Photography', 'Music Hall', 'Bowling'],
  Automotive: ['Auto Repair', 'Tire Shop', 'Body Shop', 'Car Wash', 'Transmission', 'Towing'],
  Finance: ['Insurance Agency', 'Financial Advisors', 'Mortgage', 'Credit Union', 'Wealth Management'],
  Technology: ['Computer Repair', 'IT Support', 'Web Design', 'Phone Repair', 'Software'],
  Other: ['Storage', 'Church Supply', 'Moving Company', 'Recycling', 'Event Rentals'],
};

export const surnames: readonly string[] =
  `Garcia Hernandez Martinez Rodriguez Lopez Gonzalez Perez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Reyes
  Smith Johnson Williams Brown Jones Davis Miller Wilson Moore Taylor Anderson Thomas Jackson White Harris Martin
  Thompson Robinson Clark Lewis Lee Walker Hall Allen Young King Wright Scott Green Baker Adams Nelson Carter
  Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Morgan
  Bell Murphy Bailey Cooper Richardson Cox Howard Ward Peterson Gray James Watson Brooks Kelly Sanders Price
  Bennett Wood Barnes Ross Henderson Coleman Jenkins Perry Powell Long Patterson Hughes Washington Butler Simmons
  Foster Bryant Alexander Russell Griffin Hayes Nguyen Patel Kim Chen Alamo Mission Lone-Star Bluebonnet Pecan
  Hill-Country Riverwalk Cibolo Guadalupe Medina Comal Bandera Blanco Broadway Olmos Monte-Vista Sunset Heritage`
    .split(/\s+/)
    .map((name) => name.replace('-', ' '));

export const sentences: readonly string[] = [
  'Family owned and operated since 1987.',
  'Free estimates and same day service seven days a week.',
  'We speak English and Spanish.',
  'Call today for an appointment, walk-ins are welcome.',
  'Serving the neighborhood with honest prices and friendly staff.',
  'Licensed, insured and proud of our five star reviews.',
  'Breakfast tacos, fresh coffee and patio seating.',
  'Emergency service around the clock for homes and offices.',
  'Ask about our discounts for teachers, students and military families.',
  'Online booking, free parking and wheelchair access.',
  'Voted best of the city three years in a row.',
  'Locally sourced, made from scratch every morning.',
  'From weddings to company parties, we cater events of any size.',
  'Our certified technicians use original parts and give a written warranty.',
  'Gentle care for children and adults in a modern office.',
  'New customers get ten percent off the first visit.',
];

const week = (weekday: string, saturday: string, sunday: string) => {
  const day = (hours: string) => (hours === '' ? [] : [hours.split('-')]);
  const [work, sat, sun] = [day(weekday), day(saturday), day(sunday)];
  return JSON.stringify({ mon: work, tue: work, wed: work, thu: work, fri: work, sat, sun });
};

/** Offices, shops, restaurants, bars, and what never closes. */
export const openingHours: readonly string[] = [
  week('08:00-17:00', '', ''),
  week('09:00-18:00', '10:00-14:00', ''),
  week('10:00-20:00', '10:00-20:00', '12:00-18:00'),
  week('11:00-22:00', '11:00-23:00', '11:00-21:00'),
  week('06:30-14:00', '07:00-14:00', '07:00-14:00'),
  week('16:00-02:00', '14:00-02:00', '14:00-24:00'),
  week('00:00-24:00', '00:00-24:00', '00:00-24:00'),
];

export const propertyKeys: readonly string[] = [
  'delivery',
  'takeout',
  'reservations',
  'by-appointment',
  'emergency-service',
  'free-estimates',
  'outdoor-seating',
  'kid-friendly',
  'wheelchair-accessible',
  'se-habla-espanol',
];
