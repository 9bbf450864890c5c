import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { OverlayLanguage } from './overlay-language.tsx';
import { type MenuProps, menuButton } from './triggers.tsx';
import { useOpened } from './use-opened.ts';

export default function OpenMenu({ items, onChoose, ...trigger }: MenuProps) {
  const { button, isOpen, setOpen } = useOpened();
  const selected = items.filter((item) => item.selected).map(({ id }) => id);
  return (
    <OverlayLanguage>
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button ref={button} {...menuButton(trigger)} />
        <Popover className="popover" placement="bottom end">
          <AriaMenu
            className="menu"
            aria-label={trigger.label}
            onAction={(id) => onChoose(String(id))}
            disabledKeys={items.filter(({ disabled }) => disabled).map(({ id }) => id)}
            {...(selected.length > 0 && { selectionMode: 'single', selectedKeys: selected })}
          >
            {items.map(({ id, text, icon: Icon }) => (
              <MenuItem key={id} id={id} className="menu-item" textValue={text}>
                {Icon && <Icon aria-hidden size={16} />}
                {text}
              </MenuItem>
            ))}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
    </OverlayLanguage>
  );
}
