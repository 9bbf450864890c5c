import { lazy, Suspense, useState } from 'react';
import { type MenuProps, menuButton } from './overlay/triggers.tsx';

const OpenMenu = lazy(() => import('./overlay/open-menu.tsx'));

export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const trigger = (
    <button
      type="button"
      {...menuButton(props)}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setOpened(true)}
    />
  );
  if (!wasOpened) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenMenu {...props} />
    </Suspense>
  );
}
