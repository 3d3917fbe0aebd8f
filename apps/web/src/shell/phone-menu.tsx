import { Drawer } from '@mantine/core'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on a phone: a drawer behind the burger. */
export default function PhoneMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="var(--sidebar)"
      title="Menu"
      padding={0}
      styles={{ header: { paddingInline: 16 } }}
    >
      <Sidebar collapsed={false} onNavigate={onClose} inDrawer />
    </Drawer>
  )
}
