/** Journals of astronomy by the commands that ADS writes for them: https://ui.adsabs.harvard.edu/help/actions/journal-macros */
const names = `
  aj=The Astronomical Journal
  araa=Annual Review of Astronomy and Astrophysics
  apj=The Astrophysical Journal
  apjl=The Astrophysical Journal Letters
  apjs=The Astrophysical Journal Supplement Series
  ao=Applied Optics
  apss=Astrophysics and Space Science
  aap=Astronomy & Astrophysics
  aapr=The Astronomy and Astrophysics Review
  aaps=Astronomy and Astrophysics Supplement Series
  azh=Astronomicheskii Zhurnal
  baas=Bulletin of the American Astronomical Society
  bac=Bulletin of the Astronomical Institutes of Czechoslovakia
  caa=Chinese Astronomy and Astrophysics
  cjaa=Chinese Journal of Astronomy and Astrophysics
  icarus=Icarus
  jcap=Journal of Cosmology and Astroparticle Physics
  jrasc=Journal of the Royal Astronomical Society of Canada
  memras=Memoirs of the Royal Astronomical Society
  mnras=Monthly Notices of the Royal Astronomical Society
  na=New Astronomy
  nar=New Astronomy Reviews
  pra=Physical Review A
  prb=Physical Review B
  prc=Physical Review C
  prd=Physical Review D
  pre=Physical Review E
  prl=Physical Review Letters
  pasa=Publications of the Astronomical Society of Australia
  pasp=Publications of the Astronomical Society of the Pacific
  pasj=Publications of the Astronomical Society of Japan
  rmxaa=Revista Mexicana de Astronomía y Astrofísica
  qjras=Quarterly Journal of the Royal Astronomical Society
  skytel=Sky & Telescope
  solphys=Solar Physics
  sovast=Soviet Astronomy
  ssr=Space Science Reviews
  zap=Zeitschrift für Astrophysik
  nat=Nature
  iaucirc=IAU Circulars
  aplett=Astrophysical Letters
  apspr=Astrophysics Space Physics Research
  bain=Bulletin of the Astronomical Institutes of the Netherlands
  fcp=Fundamentals of Cosmic Physics
  gca=Geochimica et Cosmochimica Acta
  grl=Geophysical Research Letters
  jcp=The Journal of Chemical Physics
  jgr=Journal of Geophysical Research
  jqsrt=Journal of Quantitative Spectroscopy and Radiative Transfer
  memsai=Memorie della Società Astronomica Italiana
  nphysa=Nuclear Physics A
  physrep=Physics Reports
  physscr=Physica Scripta
  planss=Planetary and Space Science
  procspie=Proceedings of SPIE`;

const journals = new Map(
  names
    .trim()
    .split('\n')
    .map((line): [string, string] => [
      line.trim().slice(0, line.trim().indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
);

/** The journal of a value that is one command: `\apj`. Undefined for other values. */
export const journalOfMacro = (value: string): string | undefined =>
  journals.get(/^[\s{]*\\([a-z]+)[\s{}]*$/.exec(value)?.[1] ?? '');
