/** Letters by the ends of their commands in LaTeX's Cyrillic encodings: https://ctan.org/pkg/cyrillic */
const names = `а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=ishrt к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=c ч=ch ш=sh
  щ=shch ъ=hrdsn ы=ery ь=sftsn э=erev ю=yu я=ya і=ii ї=yi є=ie ґ=gup ў=ushrt ј=je љ=lje њ=nje ћ=tshe џ=dzhe ђ=dje ѕ=dze ѣ=yat
  ѳ=fita ѵ=izh ә=schwa ғ=ghcrs қ=kdsc ң=ndsc ө=otld ү=y ұ=yhcrs һ=shha җ=zhdsc ҙ=zdsc ҫ=sdsc ҳ=hdsc ҷ=chrdsc`;

/** `CYRI` is И, and `cyri` и. */
export const cyrillicLetters: ReadonlyMap<string, string> = new Map(
  names.split(/\s+/).flatMap((pair): [string, string][] => {
    const [letter = '', name = ''] = pair.split('=');
    return [
      [`cyr${name}`, letter],
      [`CYR${name.toUpperCase()}`, letter.toUpperCase()],
    ];
  }),
);
