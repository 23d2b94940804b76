/** Splits the town's texts and questions into words. */
import { foldText } from '#shared/fold-text.ts';

/** Words that say little about a question, in English and Spanish. */
const smallWords = new Set(
  (
    'a about am an and any new are as at be by can do does for from get have how i in is it its me my near need of on or our should that the there to ' +
    'up we what whats when whens where wheres which who whos whom why whys hows theres will with you your call calling problem too wrong something someone somebody anyone pay find go going ' +
    'person people outside duty day days hour hours number phone schedule time times today tomorrow tonight this info information office want wants was were be been ' +
    'open opens closed closes close if they them his her he she did so us not no here please next closest nearest local turn set put use using happens happening myself ' +
    'thistown al como con cual cuando cuanto de del donde el en es esta estan hay la las lo los mi mis me se si su para por que quien un una y o ' +
    'dia dias hora horas horario numero telefono llamo llamar hablar hablo hago hacer pasa pasan recoge recogen recoger quiero necesito ' +
    'puedo busco abre abren cierra cierran queda favor aqui cerca'
  ).split(' '),
);

/** Times, and what may be said of anything: no sign of one matter more than of another. */
const wordsForAnything = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night noon midnight week weekend month ' +
    'lunes martes miercoles jueves viernes sabado domingo manana tarde noche semana mes early late first last always never ' +
    'dont doesnt didnt wont cant isnt arent like love best good great nice free cheap kid teen family thing stuff want some any strange weird quiet bar car make made'
  ).split(' '),
);

export const isForAnything = (word: string): boolean => wordsForAnything.has(word);

/** True for a word that says little about a question. */
export const isSmallWord = (word: string): boolean => smallWords.has(word);

/** Sentences that mean one thing, however they are put, and the words of the texts for it. */
const sayings: readonly [RegExp, string][] = [
  [
    /\b(lights?|power|electricity)\b.{0,20}\b(out|off|gone|down)\b|\bno (power|lights?|electricity)\b|\b(fue|hay|sin|corte de|cortaron) (la )?luz\b/,
    'power outage',
  ],
  [/\bsmell\w* (of |like )?gas\b|\bhuele a gas\b/, 'gas leak'],
  [
    /\b(kill|hurt|harm|cut)(ing)? (my|him|her|them)sel\w+|\bend (my|his|her) life\b|\b(want to|wanna) die\b|\bquier[eo] morir\w*|\bmatar[ms]e\b/,
    'suicide crisis',
  ],
  [
    /\b(drank|drunk|swallow\w*|ate|eaten|trag\w+|tomo|bebio)\b.*\b(bleach|pills?|cleaner|poison|detergent|batter\w+|chemicals?|soap|medicine|cloro|pastillas|jabon|medicina)\b/,
    'poison',
  ],
  // No vehicle is registered.
  [/\b(voters?|voting) (registration|card|id)\b|\bregist\w+ (to vote|(para|a) votar)\b/, 'county voting'],
  [/\bemergency room\b|\bsala de (emergencias?|urgencias)\b/, 'emergency hospital'],
];

/** Words that people use for the same thing; the first is the usual word of the texts. */
const alike: readonly string[][] = [
  ['trash', 'garbage', 'rubbish', 'waste', 'bin', 'dumpster', 'basura'],
  ['recycling', 'recycle', 'cardboard', 'reciclaje'],
  ['brush', 'bulky', 'bulk', 'limbs', 'leaves', 'yard', 'ramas', 'hojas'],
  [
    ...[
      'police',
      'cop',
      'officer',
      'policia',
      'sheriff',
      '911',
      'crime',
      'theft',
      'stolen',
      'burglary',
      'robbery',
      'robo',
    ],
    ...['robaron', 'suspicious', 'sospechoso', 'speeding', 'trespassing'],
  ],
  ['fire', 'firefighter', 'bomberos', 'incendio'],
  ['ambulance', 'ems', 'paramedic', 'ambulancia'],
  ['emergency', 'urgent', 'emergencia'],
  ['electricity', 'electric', 'power', 'outage', 'blackout', 'luz', 'electricidad'],
  ['gas', 'leak', 'fuga'],
  ['water', 'sewer', 'agua', 'drenaje', 'drought', 'sprinkler', 'watering', 'irrigation', 'regar'],
  ['bus', 'transit', 'autobus', 'camion'],
  ['airport', 'flight', 'plane', 'airline', 'aeropuerto', 'vuelo'],
  [
    'registration',
    'register',
    'renew',
    'renewal',
    'dmv',
    'plate',
    'tag',
    'sticker',
    'placa',
    'registrar',
    'registro',
    'title',
  ],
  ['vehicle', 'car', 'truck', 'carro', 'auto'],
  ['school', 'isd', 'elementary', 'enroll', 'escuela'],
  ['college', 'university', 'universidad', 'campus'],
  ['train', 'amtrak', 'railroad', 'tren'],
  ['cycle', 'bike', 'bicycle', 'bicicleta', 'cycling'],
  ['story', 'stories', 'cuentos', 'storytime'],
  ['plant', 'planting', 'arbor'],
  ['dig', '811', 'digging', 'excavar'],
  ['dog', 'pet', 'animal', 'stray', 'perro'],
  ['hospital', 'er', 'urgencias'],
  ['library', 'biblioteca', 'books'],
  ['museum', 'museo'],
  ['tax', 'impuesto', 'exemption'],
  ['permit', 'permiso', 'license', 'variance'],
  ['court', 'ticket', 'corte', 'fine', 'jail', 'jury', 'multa', 'juzgado'],
  ['council', 'mayor', 'alcalde', 'meeting', 'concejo', 'ayuntamiento'],
  ['market', 'mercado', 'vegetables', 'verduras', 'produce', 'growers'],
  ['parade', 'desfile'],
  ['concert', 'concierto', 'music', 'musica'],
  ['fireworks', 'july', 'independence'],
  ['fourth', '4th', '4'],
  [
    ...[
      'county',
      'voting',
      'vote',
      'voter',
      'ballot',
      'election',
      'elecciones',
      'poll',
      'votar',
      'condado',
      'jury',
      'deed',
    ],
    ...['marriage', 'birth', 'certificate', 'records', 'matrimonio', 'acta'],
  ],
  ['property', 'homestead', 'appraisal', 'propiedad'],
  ['311', 'pothole', 'streetlight', 'graffiti', 'bache'],
  ['report', 'reporting', 'complaint', 'reportar', 'queja'],
  ['noise', 'loud', 'ruido'],
  ['christmas', 'holiday', 'navidad', 'tree', 'carol', 'posada'],
  ['children', 'child', 'kid', 'nino', 'family', 'familia', 'toddler', 'baby', 'bebe'],
  ['poison', 'veneno', 'poisoned', 'poisoning', 'overdose', 'bleach'],
  ['crisis', 'suicide', 'suicidal', 'suicidio', 'depressed', 'depression'],
  ['weather', 'flood', 'storm', 'tornado', 'hurricane', 'hail', 'clima', 'lluvia', 'tormenta', 'huracan'],
  ['flood', 'flooded', 'flooding', 'inundacion', 'inundado', 'crossing'],
  ['road', 'highway', 'traffic', 'carretera', 'trafico'],
  ['construction', 'roadwork', 'plan', 'obras'],
  ['help', 'assistance', 'ayuda', '211', 'homeless', 'shelter'],
  ['rent', 'renta'],
  ['event', 'evento', 'activity', 'actividades', 'festival', 'happenings'],
  ['cycle', 'bike', 'bicycle', 'bici', 'bicicleta', 'cycling'],
  ['reading', 'story', 'read', 'cuento', 'lectura'],
  ['concert', 'music', 'concierto', 'musica'],
  ['army', 'camp', 'soldier', 'military', 'ww1', 'wwi', 'ww2', 'wwii', 'soldado'],
  ['landmark', 'attraction', 'sightseeing', 'monument', 'atraccion', 'monumento'],
  ['history', 'historia', 'founded', 'founder', 'built'],
  ['news', 'noticias', 'newspaper'],
  ['listing', 'listed', 'list', 'lista', 'advertise', 'anunciar'],
  ['subscribe', 'newsletter', 'boletin', 'suscribir'],
];

/** A simple stemmer for a few hundred texts: removes plurals and '-ing'. */
export function stem(word: string): string {
  if (word.length > 4 && /(x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Words in their order. A word with a hyphen gives its parts and the whole: 'pick-up' is 'pick', 'up', 'pickup'. */
export function wordsOf(text: string): string[] {
  const flat = foldText(text);
  const joined = Array.from(flat.matchAll(/[a-z0-9]+(?:-[a-z0-9]+)+/g), ([whole]) => whole.replaceAll('-', ''));
  return [...flat.split(/[^\p{L}\p{N}]+/u).filter(Boolean), ...joined];
}

const others = new Map<string, string[]>();
for (const group of alike) {
  const stems = group.map(stem);
  for (const word of stems) others.set(word, [...(others.get(word) ?? []), ...stems.filter((other) => other !== word)]);
}

/** Stems that mean about the same. */
export const alikeTo = (word: string): readonly string[] => others.get(word) ?? [];

/** The words of a question without small ones. */
export function askedWords(text: string): string[] {
  const said = sayings.reduce((rest, [saying, word]) => rest.replace(saying, ` ${word} `), foldText(text));
  return said
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !smallWords.has(word))
    .slice(0, 16);
}
