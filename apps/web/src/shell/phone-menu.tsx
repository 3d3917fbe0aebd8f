import { Drawer } from '@mantine/core'
import { useLaterTexts } from '../lib/language.tsx'
import { Sidebar } from './sidebar.tsx'
import { shellTexts } from './texts.ts'

/** The sidebar on a phone: a drawer behind the burger. */
export default function PhoneMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { menu } = useLaterTexts(shellTexts)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="var(--sidebar)"
      title={menu}
      padding={0}
      styles={{ header: { paddingInline: 16 } }}
    >
      <Sidebar collapsed={false} onNavigate={onClose} inDrawer />
    </Drawer>
  )
}
