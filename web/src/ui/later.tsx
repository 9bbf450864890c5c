import { Component, type ComponentType, type ErrorInfo, lazy, type ReactNode, Suspense, useState } from 'react';
import { loaded } from '../api/failures.ts';
import { useErrorToast } from './toasts.tsx';

interface BoundaryProps {
  children: ReactNode;
  onFault: (fault: unknown) => void;
}

/** Shows nothing after a fault in its children, and leaves the page around it as it is. */
class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch = (fault: unknown, _: ErrorInfo) => this.props.onFault(fault);
  override render = () => (this.state.failed ? null : this.props.children);
}

interface Around {
  /** Shown until the code is there. */
  fallback?: ReactNode;
  /** Called after a fault, of which a message tells: closes what was to be opened. */
  onFault: () => void;
}

const loaders: (() => Promise<unknown>)[] = [];

/**
 * A component whose code is loaded when it is first shown, or when the browser is idle. A fault in it, or in loading it,
 * is told in a message; the next time it is tried again.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined;
  const loadPart = async () => {
    const part = await loaded(load());
    Loaded = part.default;
    return part;
  };
  loaders.push(loadPart);
  let Part = lazy(loadPart);
  return function Later({ fallback, onFault, ...props }: Props & Around) {
    const showError = useErrorToast();
    // React shows a fallback for 300 ms before a lazy component, also if its code is there. Another one later would lose its state.
    const [Shown] = useState(() => (Loaded ?? Part) as unknown as ComponentType<object>);
    return (
      <Boundary
        onFault={(fault) => {
          // A component that failed to load keeps its failure.
          Part = lazy(loadPart);
          showError(fault);
          onFault();
        }}
      >
        <Suspense fallback={fallback}>
          <Shown {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

/** Loads what `later` would load, one after the other. */
export async function loadAllLater(): Promise<void> {
  for (const load of loaders) await load();
}
