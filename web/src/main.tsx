import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportFault } from './api/fault-report.ts';
import { queryClient } from './api/query-client.ts';
import { applyTheme } from './preferences.ts';
import { router } from './routes.tsx';
import { watchSession } from './session/watch.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/frame.css';
import { TextProvider } from './text/provider.tsx';
import { loadTexts, preferredLanguage } from './text/text.ts';
import { ToastProvider } from './ui/toasts.tsx';

applyTheme();
watchSession();
const report = (error: unknown) => reportFault(error, router.state.matches.at(-1)?.fullPath ?? '');
window.addEventListener('error', ({ error }) => report(error));
window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
const root = createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: report,
  onUncaughtError: report,
});
loadTexts(preferredLanguage()).then((texts) =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TextProvider initial={texts}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </TextProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
);
