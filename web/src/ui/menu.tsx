import type { LucideIcon } from 'lucide-react';
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover } from 'react-aria-components';

interface MenuProps {
  label: string;
  icon: LucideIcon;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
  items: readonly { id: string; text: string; icon?: LucideIcon; selected?: boolean; disabled?: boolean }[];
  onChoose: (id: string) => void;
}

/** A button that opens a menu of actions. */
export function Menu({ label, icon: Icon, showLabel, items, onChoose }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={showLabel ? 'button plain' : 'icon-button'} aria-label={label}>
        <Icon aria-hidden size={16} />
        {showLabel && <span className="menu-label">{label}</span>}
      </Button>
      <Popover className="popover" placement="bottom end">
        <AriaMenu
          className="menu"
          aria-label={label}
          onAction={(id) => onChoose(String(id))}
          disabledKeys={items.filter(({ disabled }) => disabled).map(({ id }) => id)}
        >
          {items.map(({ id, text, icon: ItemIcon, selected }) => (
            <MenuItem key={id} id={id} className="menu-item" textValue={text} aria-current={selected || undefined}>
              {ItemIcon && <ItemIcon aria-hidden size={16} />}
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
