import { useState } from 'react';
import { later } from './later.tsx';
import { type MenuProps, menuButton } from './overlay/triggers.tsx';

const OpenMenu = later<MenuProps>(() => import('./overlay/open-menu.tsx'));

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
  return <OpenMenu {...props} fallback={trigger} onFault={() => setOpened(false)} />;
}
