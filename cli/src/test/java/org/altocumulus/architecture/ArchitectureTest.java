package org.altocumulus.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.net.InetAddress;
import java.util.Set;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.message.UserControl;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    /** Types that {@code protocol} does without: it gets bytes and the time, and gives bytes. */
    private static final Set<String> OF_THE_HOST =
            Set.of(
                    "java.lang.Thread",
                    "java.lang.ThreadLocal",
                    "java.net.DatagramPacket",
                    "java.net.DatagramSocket",
                    "java.net.ServerSocket",
                    "java.net.Socket",
                    "java.time.Clock",
                    "java.util.Random",
                    "java.util.Timer",
                    "java.util.concurrent.CompletableFuture",
                    "java.util.concurrent.Executor",
                    "java.util.concurrent.ExecutorService",
                    "java.util.concurrent.Executors",
                    "java.util.concurrent.ForkJoinPool",
                    "java.util.concurrent.ThreadLocalRandom");

    private static final Set<String> CALLS_OF_THE_HOST =
            Set.of(
                    "java.lang.Math.random",
                    "java.lang.System.currentTimeMillis",
                    "java.lang.System.nanoTime",
                    "java.security.SecureRandom.<init>",
                    "java.security.SecureRandom.getInstance",
                    "java.security.SecureRandom.getInstanceStrong",
                    "java.time.Instant.now",
                    "java.time.LocalDateTime.now",
                    "java.time.OffsetDateTime.now",
                    "java.time.ZonedDateTime.now",
                    "java.util.Date.<init>",
                    "java.util.UUID.randomUUID",
                    "java.util.random.RandomGenerator.getDefault",
                    "java.util.random.RandomGenerator.of");

    /** All of what is shipped; reading it takes long. */
    static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .withImportOption(location -> !location.contains("-tests.jar"))
                    .importPackages("org.altocumulus");

    @Test
    void aPackageUsesOnlyWhatTheTableGivesIt() {
        classes().should(keepTo(new PackageRules())).check(CLASSES);
    }

    @Test
    void packagesFormNoCircle() {
        slices().matching("org.altocumulus.(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void protocolHasNoSocketsThreadsClocksOrRandomSource() {
        classes()
                .that()
                .resideInAPackage("org.altocumulus.protocol..")
                .should(leaveToTheHost())
                .check(CLASSES);
    }

    /** Whoever publishes or gets a stream comes with a protocol of its own. */
    @Test
    void streamsKnowNoClients() {
        noClasses()
                .that()
                .resideInAPackage("org.altocumulus.edge.stream")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(
                        Command.class,
                        FlowMetadata.class,
                        Status.class,
                        StatusCode.class,
                        UserControl.class)
                .check(CLASSES);
    }

    /** It is what the resolver says, right or wrong; addresses are bound or written. */
    @Test
    void noAddressIsTakenFromTheNameOfTheHost() {
        noClasses().should().callMethod(InetAddress.class, "getLocalHost").check(CLASSES);
    }

    private static ArchCondition<JavaClass> keepTo(PackageRules rules) {
        return new ArchCondition<>("keep to the table of packages") {
            @Override
            public void check(JavaClass user, ConditionEvents events) {
                if (!rules.knows(user.getPackageName())) {
                    String message = user.getPackageName() + " is not in the table of packages";
                    events.add(SimpleConditionEvent.violated(user, message));
                    return;
                }
                for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                    JavaClass used = dependency.getTargetClass().getBaseComponentType();
                    if (!used.isPrimitive()
                            && !rules.allows(user.getPackageName(), used.getPackageName())) {
                        events.add(
                                SimpleConditionEvent.violated(user, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static ArchCondition<JavaClass> leaveToTheHost() {
        return new ArchCondition<>("leave sockets, threads, clocks and randomness to the host") {
            @Override
            public void check(JavaClass user, ConditionEvents events) {
                for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                    JavaClass used = dependency.getTargetClass();
                    if (OF_THE_HOST.contains(used.getName())
                            || used.getPackageName().startsWith("java.nio.channels")) {
                        events.add(
                                SimpleConditionEvent.violated(user, dependency.getDescription()));
                    }
                }
                for (JavaAccess<?> access : user.getAccessesFromSelf()) {
                    String called = access.getTargetOwner().getName() + '.' + access.getName();
                    if (CALLS_OF_THE_HOST.contains(called)) {
                        events.add(SimpleConditionEvent.violated(user, access.getDescription()));
                    }
                }
            }
        };
    }
}
