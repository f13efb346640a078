import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import { Button, IconButton } from './button.tsx';
import styles from './overlay.module.css';

interface ToastContent {
  readonly text: string;
  /** Stays until it is closed. */
  readonly isError?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
}

type ShowToast = (toast: ToastContent) => void;

const ToastContext = createContext<ShowToast>(() => undefined);
const SHOWN_MS = 5_000;

/** Short results at the corner of the page. An error is also shown where it happened: this is never its only place. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useLanguage();
  const [toasts, setToasts] = useState<readonly (ToastContent & { readonly id: number })[]>([]);
  const lastId = useRef(0);
  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback<ShowToast>(
    (toast) => {
      lastId.current += 1;
      const id = lastId.current;
      setToasts((shown) => [...shown.slice(-2), { ...toast, id }]);
      if (toast.isError !== true) setTimeout(() => close(id), SHOWN_MS);
    },
    [close],
  );
  const value = useMemo(() => show, [show]);
  return (
    <ToastContext value={value}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {toasts.map(({ id, text, action }) => (
          <div key={id} className={styles.toast}>
            <span className="grow break">{text}</span>
            {action !== undefined && (
              <Button
                size="small"
                onClick={() => {
                  action.run();
                  close(id);
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton small label={t(kitMessages.close)} onClick={() => close(id)}>
              <X size={14} aria-hidden />
            </IconButton>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

export function useToast(): ShowToast {
  return useContext(ToastContext);
}
