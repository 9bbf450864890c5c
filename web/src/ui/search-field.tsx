import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const waitMs = 150;

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called when typing pauses, and at once on Enter. */
  onSearch: (text: string) => void;
  /** In a panel that was opened to search in it. */
  autoFocus?: boolean;
}

/** Searches while the user types. The input stays when results or a page from the history arrive. */
export function SearchField({ label, value, onSearch, ...focus }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  /** Sent searches that have not yet come back as the value, which takes time on a busy computer. */
  const onTheWay = useRef<string[]>([]);
  useEffect(() => {
    const arrived = onTheWay.current.lastIndexOf(value);
    onTheWay.current = onTheWay.current.slice(arrived + 1);
    // Back and Forward change the value.
    if (arrived === -1 && value !== sent.current) {
      setTyped(value);
      sent.current = value;
      onTheWay.current = [];
    }
  }, [value]);
  const send = (text: string) => {
    if (text === sent.current) return;
    sent.current = text;
    onTheWay.current.push(text);
    onSearch(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    const timer = setTimeout(() => send(typed), waitMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className="search-field">
      <Search aria-hidden size={16} />
      <input
        type="search"
        {...focus}
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && send(typed)}
      />
    </search>
  );
}
