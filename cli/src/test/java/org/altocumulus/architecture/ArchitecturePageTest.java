package org.altocumulus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What docs/architecture.md says of the code is true of it. */
class ArchitecturePageTest {
    private static final String ROOT = "org.altocumulus.";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern CLASS = Pattern.compile("([A-Z][a-z]+[A-Za-z]*)(\\.[a-z]\\w*)?");
    private static final Pattern PACKAGE = Pattern.compile("(protocol|edge|origin|cli)\\.[a-z]+");
    private static final Set<String> OF_TESTS = Set.of("PackageRules", "ArchitectureTest");

    private static Set<String> code(Pattern which) throws IOException {
        Set<String> found = new TreeSet<>();
        Matcher code = CODE.matcher(Files.readString(Path.of("../docs/architecture.md")));
        while (code.find()) {
            Matcher matcher = which.matcher(code.group(1));
            if (matcher.matches()) {
                found.add(code.group(1));
            }
        }
        return found;
    }

    @Test
    void everyClassThatItNamesIsThere() throws IOException {
        Set<String> names =
                ArchitectureTest.CLASSES.stream()
                        .map(JavaClass::getSimpleName)
                        .collect(Collectors.toSet());
        Set<String> named = code(CLASS);
        assertThat(named).hasSizeGreaterThan(50);
        assertThat(named)
                .allSatisfy(
                        name ->
                                assertThat(OF_TESTS.contains(name) || names.contains(type(name)))
                                        .as(name)
                                        .isTrue());
    }

    private static String type(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** So that a newcomer finds each, and none that is gone. */
    @Test
    void itNamesAllPackages() throws IOException {
        Set<String> packages =
                ArchitectureTest.CLASSES.stream()
                        .map(JavaClass::getPackageName)
                        .map(name -> name.substring(ROOT.length()))
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> named = code(PACKAGE);
        assertThat(packages).containsAll(named);
        packages.removeAll(named);
        // Too small for a line, or no room of its own: each is spoken of where it belongs.
        assertThat(packages).isSubsetOf("edge.loop", "origin.ops", "origin.admin");
    }
}
