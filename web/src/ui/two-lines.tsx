/** The first two lines of a text; the whole text on hover. */
export function TwoLines({ text }: { text: string }) {
  return (
    <span className="two-lines" title={text}>
      {text}
    </span>
  );
}
