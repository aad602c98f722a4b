package org.altocumulus.cli.command;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Takes a signal over from the JVM. The class behind it is no standard API and warns where it is
 * named in source, hence reflection.
 */
final class JvmSignals {
    private JvmSignals() {}

    /**
     * Runs {@code action} at each signal, on a thread of the JVM's, for the rest of the process. A
     * signal that the process was started to ignore, as {@code nohup} does with HUP, stays ignored.
     *
     * @param name without {@code SIG}
     */
    static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy =
                    Proxy.newProxyInstance(
                            handler.getClassLoader(),
                            new Class<?>[] {handler},
                            (self, method, arguments) -> invoke(self, method, arguments, action));
            Method handle = signal.getMethod("handle", signal, handler);
            handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("SIG" + name + " cannot be handled", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM lets no signals be handled", e);
        }
    }

    private static Object invoke(Object self, Method method, Object[] arguments, Runnable action) {
        return switch (method.getName()) {
            case "handle" -> {
                action.run();
                yield null;
            }
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "JvmSignals";
        };
    }
}
