/** The first two lines of a text; the whole text when somebody points at it. */
export function TwoLines({ text }: { text: string }) {
  return (
    <span className="two-lines" title={text}>
      {text}
    </span>
  );
}
